import { useSyncExternalStore } from 'react';
import { useTranslate } from '~/i18n/translation-context';
import { asksNotToBeTracked } from './asks-not-to-be-tracked';
import type { ConsentChoices, OptionalService } from './consent-choice';
import type { ConsentService, ServiceName } from './consent-services';
import classes from './consent.module.css';

type ServiceListProps = { services: readonly ConsentService[]; choices: ConsentChoices };

/** What the site uses, what it is for, and a box to tick where it is up to the visitor. */
export function ServiceList({ services, choices }: ServiceListProps) {
  const t = useTranslate();
  const isAsked = useSyncExternalStore(subscribe, asksNotToBeTracked, () => false);
  return (
    <ul className={classes.services}>
      {services.map(({ name, category, isRequired }) => (
        <li key={name}>
          <label className={classes.choice}>
            <input
              type="checkbox"
              name={name}
              defaultChecked={isRequired || isGranted(choices, name)}
              disabled={isRequired}
            />
            <span>
              <strong>{t(`consent.service.${name}`)}</strong>{' '}
              <span className={classes.category}>({t(`consent.category.${category}`)})</span>
            </span>
            <span className={classes.hint}>
              {t(`consent.service.${name}.text`)}
              {name === 'analytics' && isAsked && <> {t('consent.browser-asks')}</>}
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** What the browser asks does not change while a page is open. */
const subscribe = () => () => {};

function isOptional(name: ServiceName): name is OptionalService {
  return name === 'analytics' || name === 'errorTracking';
}

function isGranted(choices: ConsentChoices, name: ServiceName): boolean {
  return isOptional(name) && choices[name];
}
