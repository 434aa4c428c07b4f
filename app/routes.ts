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
  route('passkey/sign-in', 'features/sign-in/passkey-sign-in.route.ts'),
  route('hosted-sign-in', 'features/sign-in/hosted-sign-in.route.ts'),
  route('api/auth/callback/hosted', 'features/sign-in/hosted-answer.route.ts'),
  layout('layout/working.route.tsx', { id: 'forms' }, [
    route('login', 'features/sign-in/login.route.tsx'),
    route('sign-up', 'features/sign-in/sign-up.route.tsx'),
    route('forgot-password', 'features/sign-in/forgot-password.route.tsx'),
    route('reset-password/:token', 'features/sign-in/reset-password.route.tsx'),
    route('confirm-email/:token', 'features/sign-in/confirm-email.route.tsx'),
    route('invitation/:token', 'features/sign-in/invitation.route.tsx'),
    route('second-step', 'features/sign-in/second-step.route.tsx'),
    route('confirm-email-change/:side/:token', 'features/settings/confirm-email-change.route.tsx'),
  ]),

  layout('layout/signed-in-guard.route.tsx', [
    route('profile-picture/:id', 'features/accounts/profile-picture.route.ts'),
    route('passkey/register', 'features/second-factor/passkey-registration.route.ts'),
    layout('layout/working.route.tsx', { id: 'members' }, [
      route('settings', 'features/settings/settings.route.tsx'),
      route('settings/security', 'features/settings/security.route.tsx'),
      route('settings/second-factor', 'features/second-factor/second-factor.route.tsx'),
      route('settings/data', 'features/data-rights/own-data.route.tsx'),
      route('settings/data/export', 'features/data-rights/own-data-export.route.ts'),
      route('settings/delete', 'features/data-rights/delete-account.route.tsx'),
      route('intranet', 'features/intranet/intranet.route.tsx'),
      route('forum', 'features/forum/forum.route.tsx'),
    ]),
  ]),

  layout('layout/admin-guard.route.tsx', [
    layout('layout/working.route.tsx', { id: 'administration' }, [
      route('administration', 'features/administration/administration.route.tsx'),
      ...prefix('administration', [
        route('users', 'features/users/users.route.tsx'),
        route('users/new', 'features/users/new-user.route.tsx'),
        route('users/export', 'features/users/users-export.route.ts'),
        route('users/:id', 'features/users/edit-user.route.tsx'),
        route('processing', 'features/data-rights/processing-register.route.tsx'),
        route('outbox', 'features/mailing/outbox.route.tsx'),
        route('outbox/:id', 'features/mailing/outbox-mail.route.tsx'),
      ]),
      route('user', 'features/users/user-area.route.tsx'),
      route('user/:id', 'features/users/user-record.route.tsx'),
    ]),
  ]),

  route('*', 'layout/not-found.route.tsx'),
] satisfies RouteConfig;
