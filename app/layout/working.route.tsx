import { Outlet } from 'react-router';
import { WorkingSurface } from '~/ui/working-surface';

/** The pages where one works: they load the widgets that reading pages do without. */
export default function WorkingLayout() {
  return (
    <WorkingSurface>
      <Outlet />
    </WorkingSurface>
  );
}
