export type ImageSize = { width: number; height: number };

/**
 * Width and height as the head of a picture states them, without decoding it.
 * @param head the first bytes, 256 kB are enough for all but odd files
 * @returns null when it is none of PNG, JPEG, GIF, WebP, or says nothing
 */
export function imageSize(head: Uint8Array): ImageSize | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    return pngSize(view) ?? gifSize(view) ?? webpSize(view) ?? jpegSize(view);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pngSize(view: DataView): ImageSize | null {
  if (view.getUint32(0) !== 0x89504e47) return null;
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

function gifSize(view: DataView): ImageSize | null {
  if (view.getUint32(0) !== 0x47494638) return null;
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
}

function webpSize(view: DataView): ImageSize | null {
  if (view.getUint32(0) !== 0x52494646 || view.getUint32(8) !== 0x57454250) return null;
  const kind = view.getUint32(12);
  const three = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (kind === 0x56503858) return { width: three(24) + 1, height: three(27) + 1 };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

/** The frame header comes after any number of other segments (ITU T.81 annex B). */
function jpegSize(view: DataView): ImageSize | null {
  if (view.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; ;) {
    const marker = view.getUint16(at);
    const isFrame =
      marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker < 0xff00 || marker === 0xffda) return null;
    at += 2 + view.getUint16(at + 2);
  }
}
