import type { ComponentType } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { ChoicePage } from './checkout/choice/choice-page.tsx';
import { CheckoutPage } from './checkout/embed/checkout-page.tsx';
import { DashboardNoticePage } from './dashboard/dashboard-notice-page.tsx';
import { DashboardPage } from './dashboard/dashboard-page.tsx';
import { EntrancePage } from './dashboard/sign-in/entrance-page.tsx';
import { GuidePage } from './docs/guide/guide-page.tsx';
import { ReferencePage } from './docs/reference-page.tsx';
import { MailPage } from './mailbox/mail-page.tsx';
import { MailboxPage } from './mailbox/mailbox-page.tsx';
import { MpesaPage } from './checkout/mpesa/mpesa-page.tsx';
import { PaymentFramePage } from './checkout/payment-frame/payment-frame-page.tsx';
import { ReceiptPage } from './checkout/receipt/receipt-page.tsx';
import { PayPage } from './sandbox/pay-page.tsx';
import { ScannerPage } from './scanner/scanner-page.tsx';
import { EventPage } from './checkout/storefront/event-page.tsx';
import { HostPage } from './checkout/storefront/host-page.tsx';
import { ListPage } from './checkout/waiting-list/list-page.tsx';
import { UnsubscribePage } from './checkout/unsubscribe/unsubscribe-page.tsx';
import { ConfirmPage } from './checkout/waiting-room/confirm-page.tsx';
import { FairnessPage } from './checkout/waiting-room/fairness/fairness-page.tsx';
import { RoomPage } from './checkout/waiting-room/room-page.tsx';
import { ShellContext } from './shared/document.tsx';
import type { PageName, Pages, RenderPage } from './contract.ts';
import { HomePage } from './home/home-page.tsx';
import { NoticePage } from './notice/notice-page.tsx';
import { StatusPage } from './status/status-page.tsx';
import { TermsPage } from './checkout/terms/terms-page.tsx';

const PAGES: { [Name in PageName]: ComponentType<Pages[Name]> } = {
  home: HomePage,
  status: StatusPage,
  notice: NoticePage,
  terms: TermsPage,
  checkout: CheckoutPage,
  paymentFrame: PaymentFramePage,
  waitingRoom: RoomPage,
  roomConfirm: ConfirmPage,
  unsubscribe: UnsubscribePage,
  fairness: FairnessPage,
  waitingList: ListPage,
  storefrontEvent: EventPage,
  storefrontHost: HostPage,
  reference: ReferencePage,
  guide: GuidePage,
  mailbox: MailboxPage,
  mail: MailPage,
  choice: ChoicePage,
  receipt: ReceiptPage,
  scanner: ScannerPage,
  mpesa: MpesaPage,
  pay: PayPage,
  dashboard: DashboardPage,
  dashboardNotice: DashboardNoticePage,
  entrance: EntrancePage,
};

/** The whole document, as the server sends it. */
export const renderPage: RenderPage = (name, data, shell) => {
  // One by one they are checked above; all at once they are too many for the compiler.
  const Page = (PAGES as Record<PageName, unknown>)[name] as ComponentType<object>;
  const document = (
    <ShellContext.Provider value={shell}>
      <Page {...data} />
    </ShellContext.Provider>
  );
  return `<!doctype html>${renderToString(document)}`;
};
