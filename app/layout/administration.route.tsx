import { Outlet } from 'react-router';
import { actorContext } from '~/policy/actor';
import { AdministrationBreadcrumb, AdministrationNavigation } from './administration-navigation';
import { administrationPages } from '~/policy/administration-pages';
import classes from './administration-navigation.module.css';
import type { Route } from './+types/administration.route';

export function loader({ context }: Route.LoaderArgs) {
  return { paths: administrationPages(context.get(actorContext)).map(({ path }) => path) };
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
