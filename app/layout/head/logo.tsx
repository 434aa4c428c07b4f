/**
 * The association's own picture, else the mark of the site: a pair of scales. Decorative, the name
 * stands beside it.
 */
export function Logo({ picture }: { picture: string | null }) {
  if (picture) return <img src={picture} alt="" height={40} />;
  return (
    <svg viewBox="0 0 40 40" width="40" height="40" aria-hidden="true" focusable="false">
      <rect width="40" height="40" rx="5" fill="var(--blue)" />
      <path
        d="M20 7v24M12 33h16M8 13h24M13 13l-5 10h10zM27 13l-5 10h10z"
        fill="none"
        stroke="var(--on-blue)"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
