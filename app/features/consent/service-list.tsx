import { useTranslate } from '~/i18n/translation-context';
import type { ConsentChoices, OptionalService } from './consent-choice';
import type { ConsentService, ServiceName } from './consent-services';
import classes from './consent.module.css';

type ServiceListProps = { services: readonly ConsentService[]; choices: ConsentChoices };

/** What the site uses, what it is for, and a box to tick where it is up to the visitor. */
export function ServiceList({ services, choices }: ServiceListProps) {
  const t = useTranslate();
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
            <span className={classes.hint}>{t(`consent.service.${name}.text`)}</span>
          </label>
        </li>
      ))}
    </ul>
  );
}

function isOptional(name: ServiceName): name is OptionalService {
  return name === 'analytics' || name === 'errorTracking';
}

function isGranted(choices: ConsentChoices, name: ServiceName): boolean {
  return isOptional(name) && choices[name];
}
