import type { VNode } from 'preact';
import type { ReceiptPage as Data } from './contract.ts';
import { ConfirmReturnPage } from './confirm-return-page.tsx';
import { MessagePage } from './message-page.tsx';
import { OrderPage } from './order-page.tsx';

/** The page of an order, or the one in its place. */
export function ReceiptPage(data: Data): VNode {
  if (data.about === 'order') return <OrderPage {...data} />;
  return data.about === 'return' ? <ConfirmReturnPage {...data} /> : <MessagePage {...data} />;
}
