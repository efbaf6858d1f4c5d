import { useSignal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { GATEWAY_TITLES } from '../../../rules/gateway-accounts.ts';
import type { ViewProps } from '../contract.ts';
import { useDashboard } from '../dashboard.ts';
import { PageHeader } from '../components/page-header.tsx';
import { Progress } from '../components/progress.tsx';
import { Section } from '../components/section.tsx';
import { StatusBadge } from '../components/status-badge.tsx';
import { SubNavigation } from '../components/sub-navigation.tsx';
import { useLookAgain } from '../components/use-look-again.ts';
import { AddressSteps } from './address-steps.tsx';
import { FirstCallback, FirstPayment } from './first-callback.tsx';
import { KeySteps } from './key-steps.tsx';
import { usePaymentAccountsTexts } from './texts.ts';

type Props = ViewProps<'paymentGateway'>;
type State = 'toDo' | 'waiting' | 'missed' | 'done';

const TONES = { toDo: 'off', waiting: 'waiting', missed: 'bad', done: 'good' } as const;

/** Leads through the connection of one gateway, for one currency. */
export function PaymentGatewayView(props: Props): VNode {
  // Another gateway or currency is another page: nothing typed goes along.
  return (
    <Guide
      key={`${props.data.gateway} ${props.data.currency} ${props.data.beside ? 'beside' : ''}`}
      {...props}
    />
  );
}

function Guide({ data }: Props): VNode {
  const { page } = useDashboard();
  const { guide, paymentAccounts } = usePaymentAccountsTexts();
  const { gateway, currency, currencies } = data;
  const title = GATEWAY_TITLES[gateway];
  const account = data.account?.gateway === gateway ? data.account : null;
  const isSeen = account !== null && account.firstCallbackAt !== null;
  useLookAgain(account !== null && !isSeen);
  const secretHash = useSignal('');
  const outcome = useRef<HTMLDivElement>(null);
  const at = page.inHost('/payment-accounts');
  const isMissed = account !== null && (account.missedCallbackAt ?? account.refusedCallbackAt) !== null;
  const callback: State = isSeen ? 'done' : isMissed ? 'missed' : account ? 'waiting' : 'toDo';
  const steps: State[] = [callback, account?.opened ? 'done' : 'toDo', callback];
  const done = steps.filter((state) => state === 'done').length;
  const step = (name: string, nr: 0 | 1 | 2, content: ComponentChildren): VNode => {
    const state = steps[nr] ?? 'toDo';
    return (
      <Section title={name} isCard action={<StatusBadge tone={TONES[state]}>{guide[state]}</StatusBadge>}>
        <div class="stack gap-m">{content}</div>
      </Section>
    );
  };
  return (
    <>
      <PageHeader title={guide.title(title)} back={{ href: at, label: paymentAccounts.title }}>
        {guide.intro({ currency, gateway: title })}
      </PageHeader>
      <SubNavigation
        label={guide.currencies}
        pages={currencies.map((code) => ({
          href: `${at}/gateways/${gateway}?currency=${code}${data.beside ? '&beside=1' : ''}`,
          label: code,
          isCurrent: code === currency,
        }))}
      />
      <div class="below-m">
        <Progress label={guide.progress({ done, of: steps.length })} done={done} of={steps.length} />
      </div>
      <Section title={guide.before} isCard>
        <ul class="guide-list">
          {[...guide.needs(title), data.takesTestKeys ? guide.testMode(title) : guide.liveMode(title)].map(
            (line) => (
              <li key={line}>{line}</li>
            ),
          )}
        </ul>
      </Section>
      {step(guide.giveAddress(title), 0, <AddressSteps data={data} secretHash={secretHash} />)}
      {step(
        guide.giveKeys,
        1,
        <KeySteps data={data} secretHash={secretHash} onConnected={() => outcome.current?.focus()} />,
      )}
      {step(
        guide.firstCallback,
        2,
        <>
          <FirstPayment data={data} />
          <div class="stack gap-s" role="status" tabIndex={-1} ref={outcome}>
            {account ? <FirstCallback account={account} /> : <p class="soft">{guide.afterKeys}</p>}
          </div>
        </>,
      )}
    </>
  );
}
