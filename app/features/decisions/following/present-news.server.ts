import { decisionAddress } from '~/features/decisions/browse/decision-query';
import { nameOfCourt, nameOfDecision } from '~/features/decisions/records/decision-names';
import type { listNewInFollows } from './following.server';

type News = Awaited<ReturnType<typeof listNewInFollows>>;

/** What is new in what a member follows, as pages show it. */
export function presentNews(news: News, language: string) {
  if (!news) return null;
  return {
    until: news.until?.toISOString() ?? null,
    isCut: news.isCut,
    withdrawals: news.withdrawals.map(({ identifier }) => identifier),
    decisions: news.decisions.map((decision) => ({
      address: decisionAddress(decision.identifier),
      name: nameOfDecision(decision),
      court: nameOfCourt(decision.court, language),
      decidedOn: decision.decidedOn,
    })),
  };
}

export type PresentedNews = NonNullable<ReturnType<typeof presentNews>>;
