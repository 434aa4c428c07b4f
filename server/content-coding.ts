/** The codings in which copies of a page are kept, the preferred ones first. */
export const contentCodings = ['br', 'zstd', 'gzip', 'identity'] as const;
export type ContentCoding = (typeof contentCodings)[number];

const chosen = new Map<string, ContentCoding>();
const mostRemembered = 200;

/**
 * The coding to answer in, by weight and then by our preference (RFC 9110 section 12.5.3). When
 * none is acceptable, the plain text is what there is.
 * @param acceptEncoding value of `Accept-Encoding`
 */
export function chooseCoding(acceptEncoding: string | undefined): ContentCoding {
  if (!acceptEncoding) return 'identity';
  const known = chosen.get(acceptEncoding);
  if (known) return known;
  const weights = weightsOf(acceptEncoding);
  const weightOf = (coding: ContentCoding) => {
    const given = weights.get(coding) ?? (coding === 'identity' ? undefined : weights.get('*'));
    // Not mentioned: the plain text is acceptable, though anything asked for is better.
    return given ?? (coding === 'identity' ? Number.MIN_VALUE : 0);
  };
  const best = contentCodings.reduce((a, b) => (weightOf(b) > weightOf(a) ? b : a));
  const coding = weightOf(best) > 0 ? best : 'identity';
  if (chosen.size >= mostRemembered) chosen.clear();
  chosen.set(acceptEncoding, coding);
  return coding;
}

function weightsOf(acceptEncoding: string): Map<string, number> {
  return new Map(
    acceptEncoding.split(',').flatMap((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.split('=')[1];
      const value = weight === undefined ? 1 : Number(weight);
      if (!name || !(value >= 0 && value <= 1)) return [];
      return [[name === 'x-gzip' ? 'gzip' : name, value] as const];
    }),
  );
}
