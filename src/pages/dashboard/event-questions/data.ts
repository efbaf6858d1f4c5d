import type { DescribedQuestions } from '../../../questions/describe-questions.ts';
import type { HomeEvent } from '../../../dashboard/home/home-view.ts';

/** What the event asks its buyers. */
export type EventQuestionsView = { event: HomeEvent } & DescribedQuestions;
