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
      route('intranet', 'features/intranet/intranet.route.tsx'),
      route('forum', 'features/forum/forum.route.tsx'),
      ...prefix('forum', [
        route('new', 'features/forum/new-topic.route.tsx'),
        route('search', 'features/forum/search.route.tsx'),
        route('members', 'features/forum/members.route.ts'),
        route('drafts', 'features/drafts/drafts.route.ts'),
        route('following', 'features/following/following.route.tsx'),
        route('flags', 'features/moderation/own-flags.route.tsx'),
        route('decision/:id', 'features/moderation/statement.route.tsx'),
        route('topic/:id', 'features/forum/topic.route.tsx'),
        route('topic/:id/print', 'features/forum/topic-print.route.tsx'),
        route('topic/:id/read', 'features/forum/topic-read.route.ts'),
        route('topic/:id/live', 'features/forum/topic-live.route.ts'),
        route('comment/:id', 'features/forum/comment-place.route.ts'),
        route('comment/:id/edit', 'features/forum/edit-comment.route.tsx'),
        route('comment/:id/history', 'features/forum/comment-history.route.tsx'),
        route('comment/:id/flag', 'features/moderation/flag-comment.route.tsx'),
        route(':category', 'features/forum/category.route.tsx'),
      ]),
    ]),
  ]),

  layout('layout/admin-guard.route.tsx', [
    layout('layout/working.route.tsx', { id: 'administration' }, [
      route('administration', 'features/administration/administration.route.tsx'),
      ...prefix('administration', [
        route('users', 'features/accounts/users.route.tsx'),
        route('flags', 'features/moderation/review-queue.route.tsx'),
        route('flags/live', 'features/moderation/review-queue-live.route.ts'),
        route('forum', 'features/forum/categories.route.tsx'),
        route('forum/:id', 'features/forum/category-edit.route.tsx'),
        route('outbox', 'features/mailing/outbox.route.tsx'),
        route('outbox/:id', 'features/mailing/outbox-mail.route.tsx'),
      ]),
      route('user', 'features/accounts/user.route.tsx'),
      route('flagged-comment/:id', 'features/moderation/review.route.tsx'),
    ]),
  ]),

  route('*', 'layout/not-found.route.tsx'),
] satisfies RouteConfig;
