import type { VNode } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { alertIcon, clockIcon } from '../../shared/icons.ts';
import { Headline } from '../receipt/components/headline.tsx';
import { Layout } from '../receipt/components/layout.tsx';
import { Notice } from '../receipt/components/notice.tsx';
import { formatsOf } from '../receipt/formats.ts';
import type { ChoicePage as Data } from './contract.ts';
import { textsIn } from './texts/texts.ts';
import { WaysToPay } from './ways-to-pay.tsx';

/** The buyer chooses how to pay. A form, and no script. */
export function ChoicePage(data: Data): VNode {
  const { language, summary, eventName, payBy, ways, notice, backAddress } = data;
  const texts = textsIn(language);
  const formats = formatsOf(data, language);
  return (
    <Layout title={`${texts.title} · ${eventName}`} language={language} accents={data.accents}>
      <div class="choice">
        {notice && (
          <Notice tone="bad" icon={alertIcon}>
            {texts.notices[notice]}
          </Notice>
        )}
        <Headline tone="wait" icon={clockIcon} title={texts.title}>
          {texts.text}
        </Headline>
        <p class="wait-for">
          <strong>{formats.list(summary.items.map(({ name, quantity }) => `${quantity} × ${name}`))}</strong>
          <strong>{formats.sum(summary.totalMinor, summary.currency)}</strong>
          <span class="soft">
            <bdi>{eventName}</bdi> · <span class="mono">{summary.reference}</span>
          </span>
        </p>
        <p class="countdown">
          <Icon path={clockIcon} />
          <span>{texts.payBy(formats.moment(payBy))}</span>
        </p>
        <form method="post" action={`pay?lang=${language}`}>
          <WaysToPay ways={ways} texts={texts} />
        </form>
        {backAddress !== null && (
          <p>
            <a href={backAddress}>{texts.back}</a>
          </p>
        )}
      </div>
    </Layout>
  );
}
