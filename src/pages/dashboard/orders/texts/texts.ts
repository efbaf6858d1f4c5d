import { textsWith } from '../../texts/page-texts.ts';
import type { Texts } from '../../texts/texts.ts';
import { en } from './en.ts';

export type OrdersTexts = Texts & { orders: typeof en };

export const useOrdersTexts: () => OrdersTexts = textsWith({ en: { orders: en }, fr: { orders: en } });
