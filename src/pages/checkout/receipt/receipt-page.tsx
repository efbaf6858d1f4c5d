import type { VNode } from 'preact';
import type { ReceiptPage as Data } from './contract.ts';
import { MessagePage } from './message-page.tsx';
import { OrderPage } from './order-page.tsx';

/** The page of an order, or the one in its place. */
export function ReceiptPage(data: Data): VNode {
  return data.about === 'order' ? <OrderPage {...data} /> : <MessagePage {...data} />;
}
