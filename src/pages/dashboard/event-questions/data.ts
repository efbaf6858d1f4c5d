import type { DescribedQuestions } from '../../../questions/describe-questions.ts';
import type { ShownEvent } from '../event-layout/data.ts';

/** The questions that the event asks its buyers. */
export type EventQuestionsView = { event: ShownEvent } & DescribedQuestions;
