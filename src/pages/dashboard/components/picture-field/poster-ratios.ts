import type { Ratio } from './crop-dialog.tsx';

/** The shapes of posters; the best one for phones comes first. */
export const POSTER_RATIOS = ['4:5', '3:4', '2:3', '1:1', '16:9', 'whole'] as const satisfies Ratio[];
