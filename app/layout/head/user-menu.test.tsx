import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import { UserMenu } from './user-menu';

function markup(picture: string | null): string {
  const element = (
    <UserMenu email="judge@court.example" picture={picture} onPalette={() => undefined} />
  );
  return renderToStaticMarkup(
    <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />,
  );
}

test('the picture of the person comes from the site itself, where pictures are on', () => {
  expect(markup('/profile-picture/1')).toContain('<img src="/profile-picture/1" alt=""');
  expect(markup(null)).not.toContain('<img');
  expect(markup(null)).toContain('<svg');
});
