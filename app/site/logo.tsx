import { emblem } from './emblem';

type LogoProps = { picture: string | null; height?: number };

/** The association's own picture, else the emblem of the site. Decorative, the name stands beside it. */
export function Logo({ picture, height = 40 }: LogoProps) {
  if (picture) return <img src={picture} alt="" height={height} />;
  return (
    <svg viewBox="0 0 40 40" width={height} height={height} fill="none" aria-hidden="true">
      <rect width="40" height="40" rx="5" fill="var(--blue)" />
      <path d={emblem.stones} stroke="var(--on-blue)" strokeWidth={emblem.stoneWidth} />
      <path d={emblem.joints} stroke="var(--blue)" strokeWidth={emblem.jointWidth} />
    </svg>
  );
}
