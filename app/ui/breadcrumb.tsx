import type { HTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslate } from '~/i18n/translation-context';
import classes from './breadcrumb.module.css';

export type BreadcrumbStep = {
  to: string;
  title: ReactNode;
  /** What may be dropped on the step. */
  drop?: HTMLAttributes<HTMLAnchorElement>;
};

/**
 * The way from the top to this page (WAI-ARIA Authoring Practices, breadcrumb).
 * @param here this page; absent where its heading follows at once
 */
export function Breadcrumb({ steps, here }: { steps: readonly BreadcrumbStep[]; here?: string }) {
  const t = useTranslate();
  return (
    <nav aria-label={t('breadcrumb.label')} className={classes.breadcrumb}>
      <ol>
        {steps.map(({ to, title, drop }) => (
          <li key={to}>
            <Link to={to} {...drop}>
              {title}
            </Link>
          </li>
        ))}
        {here && (
          <li>
            <span aria-current="page">{here}</span>
          </li>
        )}
      </ol>
    </nav>
  );
}
