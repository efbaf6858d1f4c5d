import type { SendPage } from '../pages/serving/send-page.ts';
import type { Connections } from './connect.ts';
import type { createCounting } from './create-counting.ts';
import type { createFeatures } from './create-features.ts';

/** Everything that entry points and workers are made of. */
export type Components = Connections & ReturnType<typeof createFeatures> & ReturnType<typeof createCounting>;

export type PageComponents = Components & { sendPage: SendPage };
