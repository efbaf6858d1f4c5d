import type { ComponentType } from 'preact';
import type { ViewAnswer } from '../contract.ts';

/** A view of any name; it always gets its own data. */
export type AnyView = ComponentType<{ data: unknown }>;

/** The shown view: its component and its props. */
export type Place = { answer: ViewAnswer; View: AnyView };

/** Loads the component of the view. */
export type PlaceOf = (answer: ViewAnswer) => Promise<Place>;
