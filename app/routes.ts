import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes';

/** THE site map: every address, nested under the guard that protects it (spec section 2). */
export default [
  index('features/pages/home.route.tsx'),
  route('about', 'features/pages/about.route.tsx'),
  route('membership', 'features/pages/membership.route.tsx'),
  route('privacy-policy', 'features/pages/privacy-policy.route.tsx'),
  route('end-user-agreement', 'features/pages/end-user-agreement.route.tsx'),
  route('files/:id/:name', 'features/pages/public-file.route.ts'),
  route('events', 'features/events/events.route.ts'),
  route('events/overview', 'features/events/events-overview.route.tsx'),
  route('events/:slug', 'features/events/event.route.tsx'),
  route('news', 'features/news/news.route.tsx'),
  route('news/:slug', 'features/news/news-item.route.tsx'),
  route('article/:id', 'features/articles/article.route.tsx'),

  route('language', 'layout/language.route.ts'),
  route('sign-out', 'features/sign-in/sign-out.route.ts'),
  layout('layout/working.route.tsx', { id: 'forms' }, [
    route('login', 'features/sign-in/login.route.tsx'),
    route('sign-up', 'features/sign-in/sign-up.route.tsx'),
    route('forgot-password', 'features/sign-in/forgot-password.route.tsx'),
    route('reset-password/:token', 'features/sign-in/reset-password.route.tsx'),
    route('confirm-email/:token', 'features/sign-in/confirm-email.route.tsx'),
  ]),

  layout('layout/signed-in-guard.route.tsx', [
    layout('layout/working.route.tsx', { id: 'members' }, [
      route('settings', 'features/accounts/settings.route.tsx'),
      route('search', 'features/search/search.route.tsx'),
      route('intranet/:folder?', 'features/intranet/intranet.route.tsx'),
      route('intranet/folders/:collection', 'features/intranet/folders.route.ts'),
      route('intranet/unfinished/:collection', 'features/uploads/unfinished.route.ts'),
      route('intranet/documents/:document', 'features/documents/document.route.tsx'),
      route('intranet/documents/:document/details', 'features/documents/details.route.tsx'),
      route('intranet/documents/:document/file', 'features/documents/file.route.ts'),
      route('intranet/zip', 'features/documents/zip.route.ts'),
      route('intranet/deletion', 'features/intranet/deletion.route.ts'),
      route('intranet/live/:collection/:folder?', 'features/intranet/live.route.ts'),
      route('forum', 'features/forum/forum.route.tsx'),
    ]),
  ]),

  layout('layout/admin-guard.route.tsx', [
    layout('layout/working.route.tsx', { id: 'administration' }, [
      route('administration', 'features/administration/administration.route.tsx'),
      ...prefix('administration', [
        route('users', 'features/accounts/users.route.tsx'),
        route('intranet/:folder?', 'features/intranet/administration-intranet.route.tsx'),
        route('outbox', 'features/mailing/outbox.route.tsx'),
        route('outbox/:id', 'features/mailing/outbox-mail.route.tsx'),
      ]),
      route('user', 'features/accounts/user.route.tsx'),
    ]),
  ]),

  route('*', 'layout/not-found.route.tsx'),
] satisfies RouteConfig;
