import { Outlet } from 'react-router';
import { actorContext } from '~/policy/actor';
import {
  AdministrationBreadcrumb,
  AdministrationNavigation,
  administrationPaths,
} from './administration-navigation';
import classes from './administration-navigation.module.css';
import type { Route } from './+types/administration.route';

export function loader({ context }: Route.LoaderArgs) {
  return { paths: administrationPaths(context.get(actorContext)) };
}

/** What all pages of the administration have in common. */
export default function AdministrationLayout({ loaderData }: Route.ComponentProps) {
  return (
    <div className={classes.frame}>
      <AdministrationNavigation paths={loaderData.paths} />
      <div className={classes.page}>
        <AdministrationBreadcrumb paths={loaderData.paths} />
        <Outlet />
      </div>
    </div>
  );
}
