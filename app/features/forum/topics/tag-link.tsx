import { SiteLink } from '~/ui/site-link';

/** A tag, which leads to all topics that have it. */
export function TagLink({ tag }: { tag: string }) {
  return (
    <SiteLink to={`/forum?tag=${encodeURIComponent(tag)}`}>
      #<bdi>{tag}</bdi>
    </SiteLink>
  );
}
