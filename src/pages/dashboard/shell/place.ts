import type { ComponentType } from 'preact';
import type { ViewAnswer } from '../contract.ts';

/** A view of whichever name: it is only ever given the data of its own. */
export type AnyView = ComponentType<{ data: unknown }>;

/** What is shown: a view's component, and what it is given. */
export type Place = { answer: ViewAnswer; View: AnyView };

/** Loads the component of the view. */
export type PlaceOf = (answer: ViewAnswer) => Promise<Place>;
