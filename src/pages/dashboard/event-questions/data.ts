import type { DescribedQuestions } from '../../../questions/describe-questions.ts';
import type { HomeEvent } from '../home/data.ts';

/** What the event asks its buyers. */
export type EventQuestionsView = { event: HomeEvent } & DescribedQuestions;
