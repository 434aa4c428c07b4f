import { decisionTypes } from '~/features/decisions/records/decision-kinds';
import { translations } from '~/i18n/translations.server';
import { isTopic, topics } from '~/features/decisions/records/topics';
import type { TypeNames } from './intake-file';
import type { TopicNames } from './more-fields';

/** What the details of a file call the other types of decisions than judgments, in any language. */
export const allTypeNames = (): TypeNames =>
  new Map(
    Object.values(translations).flatMap((texts) =>
      decisionTypes
        .filter((type) => type !== 'judgment')
        .map((type) => [texts[`decision.type.${type}`] ?? type, type] as const),
    ),
  );

/** What a topic is called in English, for programs of others. */
export const topicName = (topic: string): string =>
  isTopic(topic) ? (translations.en[`decision.topic.${topic}`] ?? topic) : topic;

/** What the topics of the vocabulary are called, in any language. */
export const allTopicNames = (): TopicNames =>
  new Map(
    Object.values(translations).flatMap((texts) =>
      topics.map((topic) => [(texts[`decision.topic.${topic}`] ?? topic).toLowerCase(), topic]),
    ),
  );
