import { useState } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import classes from '~/features/forum/forum.module.css';

type AuthorNameProps = { author: { name: string | null; pseudonym: number | null } };

/** A member's name, or which former member of the topic it was. */
export function AuthorName({ author }: AuthorNameProps) {
  const t = useTranslate();
  // A name in another direction must not turn the words around it.
  if (author.name) return <bdi>{author.name}</bdi>;
  return (
    <>
      {author.pseudonym
        ? t('forum.former-member-number', { number: author.pseudonym })
        : t('forum.former-member')}
    </>
  );
}

/** The picture that a member shows beside the username; the site fetches it, no browser of a reader. */
export function AuthorPicture({ address }: { address: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <img
      src={address}
      alt=""
      width="28"
      height="28"
      loading="lazy"
      className={classes.picture}
      onError={() => setMissing(true)}
    />
  );
}
