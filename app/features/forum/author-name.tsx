import { useTranslate } from '~/i18n/translation-context';

type AuthorNameProps = { author: { name: string | null; pseudonym: number | null } };

/** A member's name, or which former member of the topic it was. */
export function AuthorName({ author }: AuthorNameProps) {
  const t = useTranslate();
  if (author.name) return <>{author.name}</>;
  return (
    <>
      {author.pseudonym
        ? t('forum.former-member-number', { number: author.pseudonym })
        : t('forum.former-member')}
    </>
  );
}
