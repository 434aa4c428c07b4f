import { useState } from 'react';
import { useTextOf, useTranslate } from '~/i18n/translation-context';
import {
  PasskeyFailure,
  signInWithPasskey,
} from '~/features/identity/second-factor/passkey-ceremony';
import { Button, ButtonLink } from '~/ui/button';
import classes from '~/ui/form.module.css';
import { Message } from '~/ui/message';
import { useCanUsePasskeys } from '~/features/identity/second-factor/use-can-use-passkeys';

type OtherWaysProps = {
  hasHostedProvider: boolean;
  hasPasskeys: boolean;
  wanted: string;
  keepSignedIn: boolean;
};

/** Hosted provider and passkey, where the site and the browser have them. */
export function OtherWays({ wanted, keepSignedIn, ...ways }: OtherWaysProps) {
  const { hasHostedProvider, hasPasskeys } = ways;
  const t = useTranslate();
  const textOf = useTextOf();
  const isPossible = useCanUsePasskeys() && hasPasskeys;
  const [failure, setFailure] = useState<{ key: string }>();
  if (!hasHostedProvider && !isPossible) return null;
  const withPasskey = async () => {
    try {
      await signInWithPasskey({ keepSignedIn });
      // A whole new page, so that nothing of the visitor's stays.
      // Leads on at once, unless a changed agreement is to be read first.
      location.assign(`/agreement?redirectUrl=${encodeURIComponent(wanted || '/')}`);
    } catch (error) {
      setFailure({ key: error instanceof PasskeyFailure ? error.message : 'error.unexpected' });
    }
  };
  return (
    <div className={classes.bar}>
      {failure && <Message kind="error" text={textOf(failure.key)} answer={failure} />}
      {isPossible && <Button onClick={() => void withPasskey()}>{t('login.passkey')}</Button>}
      {hasHostedProvider && (
        <ButtonLink
          to={`/hosted-sign-in?redirectUrl=${encodeURIComponent(wanted || '/')}`}
          reloadDocument
        >
          {t('login.hosted')}
        </ButtonLink>
      )}
    </div>
  );
}
