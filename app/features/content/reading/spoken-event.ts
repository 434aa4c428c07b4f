export type EventSession = {
  /** Made once, so that translations stay with their session when it is moved or renamed. */
  id: string;
  startsAt: string;
  endsAt: string;
  title: string;
  room?: string;
  speakers: string[];
};

/** Asked of everybody who registers. */
export type EventQuestion = {
  /** Made once, so that answers stay with their question when its words change. */
  id: string;
  label: string;
  kind: 'text' | 'choice' | 'yes-no';
  /** What can be chosen, for the kind `choice`. */
  options: string[];
  required: boolean;
};

/** What a session is called in a further language; an empty text is that of the event. */
export type TranslatedSession = { id: string; title: string; room: string };

/** A question in a further language; each option says which of the event's own it stands for. */
export type TranslatedQuestion = {
  id: string;
  label: string;
  options: { of: string; label: string }[];
};

/** What of an event, besides its text, is said in a further language. */
export type FurtherWords = {
  language: string;
  sessions: readonly TranslatedSession[];
  questions: readonly TranslatedQuestion[];
  feeText: string;
  photoPolicy: string;
  cancelledReason: string;
};

type OwnWords = {
  language: string;
  sessions: readonly EventSession[];
  questions: readonly EventQuestion[];
  feeText: string | null;
  photoPolicy: string | null;
  cancelledReason: string | null;
};

/** A session with the language of its title and of its room. */
export type SpokenSession = EventSession & { language: string; roomLanguage: string };

/**
 * A question as it is asked in a language. The answer is the `value` of an option, which is the
 * event's own word for it, so that all answers to a question can be read together.
 */
export type SpokenQuestion = Omit<EventQuestion, 'options'> & {
  language: string;
  options: { value: string; label: string }[];
};

/**
 * Programme, questions, fee and the like as far as there are words for them in a further language,
 * else in the event's own; each says in which language it is.
 * @param further absent: all in the event's own
 */
export function spokenWords(own: OwnWords, further: FurtherWords | null) {
  const languageOf = (text: string | undefined) =>
    further && text ? further.language : own.language;
  return {
    // What the event does not say, it says in no language.
    feeText: own.feeText && (further?.feeText || own.feeText),
    photoPolicy: own.photoPolicy && (further?.photoPolicy || own.photoPolicy),
    cancelledReason: own.cancelledReason && (further?.cancelledReason || own.cancelledReason),
    sessions: own.sessions.map((session) => spokenSession(session, own, further)),
    questions: own.questions.map((question) => spokenQuestion(question, own, further)),
    /** The languages of the single texts. */
    spoken: {
      feeText: languageOf(further?.feeText),
      photoPolicy: languageOf(further?.photoPolicy),
      cancelledReason: languageOf(further?.cancelledReason),
    },
  };
}
export type SpokenWords = ReturnType<typeof spokenWords>;

function spokenSession(
  session: EventSession,
  own: OwnWords,
  further: FurtherWords | null,
): SpokenSession {
  const words = further?.sessions.find(({ id }) => id === session.id);
  const languageOf = (text: string | undefined) =>
    further && text ? further.language : own.language;
  return {
    ...session,
    title: words?.title || session.title,
    language: languageOf(words?.title),
    // Where the event names no room, there is none.
    ...(session.room ? { room: words?.room || session.room } : {}),
    roomLanguage: languageOf(words?.room),
  };
}

function spokenQuestion(
  { options, ...question }: EventQuestion,
  own: OwnWords,
  further: FurtherWords | null,
): SpokenQuestion {
  const words = further?.questions.find(({ id }) => id === question.id);
  const labelOf = (option: string) =>
    words?.options.find(({ of }) => of === option)?.label || option;
  return {
    ...question,
    label: words?.label || question.label,
    language: further && words?.label ? further.language : own.language,
    options: options.map((value) => ({ value, label: labelOf(value) })),
  };
}

/** What someone was asked and has answered, in the language in which the questions are asked. */
export function spokenAnswer(
  questions: readonly SpokenQuestion[],
  given: { id: string; question: string; answer: string },
): { question: string; answer: string; language: string | undefined } {
  const asked = questions.find(({ id }) => id === given.id);
  const option = asked?.options.find(({ value }) => value === given.answer);
  return {
    question: asked?.label ?? given.question,
    answer: option?.label ?? given.answer,
    language: asked?.language,
  };
}
