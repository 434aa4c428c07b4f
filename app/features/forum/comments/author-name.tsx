import { useTranslate } from '~/i18n/translation-context';

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
