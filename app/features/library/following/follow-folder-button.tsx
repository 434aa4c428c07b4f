import { useTranslate } from '~/i18n/translation-context';
import { FollowForm, type FollowState } from './follow-form';

/** Follows the folder that the page shows, with what lies below it. */
export function FollowFolderButton({ folder, follow }: { folder: string; follow: FollowState }) {
  const t = useTranslate();
  return (
    <FollowForm
      follow={follow}
      sends={{ intent: 'follow-folder', folder }}
      label={t('follows.follow-folder')}
      hint={t('follows.folder-hint')}
      follows={t('follows.follows-folder')}
    />
  );
}
