/** The codings in which copies of a page are kept, the preferred ones first. */
export const pageCodings = ['br', 'zstd', 'gzip'] as const;
export type ContentCoding = (typeof pageCodings)[number] | 'identity';

const remembered = new Map<string, Map<string, number>>();
const mostRemembered = 200;

/**
 * The coding to answer in, by weight and then by our preference (RFC 9110 section 12.5.3). When
 * none is acceptable, the plain text is what there is.
 * @param acceptEncoding value of `Accept-Encoding`
 * @param offered what there is to choose from, the preferred one first
 */
export function chooseCoding<Coding extends ContentCoding>(
  acceptEncoding: string | undefined,
  offered: readonly Coding[],
): Coding | 'identity' {
  if (!acceptEncoding) return 'identity';
  const weights = weightsOf(acceptEncoding);
  let best: Coding | 'identity' = 'identity';
  // Not listed: identity is acceptable, though any listed coding is better (RFC 9110 12.5.3).
  let most = weights.get('identity') ?? 0;
  for (const coding of offered) {
    const weight = weights.get(coding) ?? weights.get('*') ?? 0;
    if (weight > most || (best === 'identity' && weight > 0 && weight === most)) {
      best = coding;
      most = weight;
    }
  }
  return best;
}

function weightsOf(acceptEncoding: string): Map<string, number> {
  const known = remembered.get(acceptEncoding);
  if (known) return known;
  const weights = readWeights(acceptEncoding);
  if (remembered.size >= mostRemembered) remembered.clear();
  remembered.set(acceptEncoding, weights);
  return weights;
}

function readWeights(acceptEncoding: string): Map<string, number> {
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
