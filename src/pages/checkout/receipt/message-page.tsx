import type { ComponentChildren, VNode } from 'preact';
import { AskHost } from '../../shared/ask-host.tsx';
import { alertIcon, checkIcon, clockIcon, letterIcon, stopIcon } from '../../shared/icons.ts';
import { setApart } from '../../shared/set-apart.ts';
import type { ReceiptPage } from './contract.ts';
import { Headline } from './components/headline.tsx';
import { Layout } from './components/layout.tsx';
import { Notice } from './components/notice.tsx';
import type { Texts } from './texts/texts.ts';
import { textsIn } from './texts/texts.ts';

type Message = Exclude<ReceiptPage, { about: 'order' | 'return' }>;

/** Says one thing in place of an order, and perhaps offers one action. */
export function MessagePage(message: Message): VNode {
  const texts = textsIn(message.language);
  return (
    <Layout title={titleOf(message, texts)} language={message.language}>
      <Body message={message} texts={texts} />
    </Layout>
  );
}

const LOOKS = {
  unknown: { tone: 'ended', icon: stopIcon },
  no_tickets: { tone: 'ended', icon: stopIcon },
  trouble: { tone: 'wait', icon: alertIcon },
  too_often: { tone: 'wait', icon: clockIcon },
} as const;

function Body({ message, texts }: { message: Message; texts: Texts }): VNode {
  if (message.about === 'reference') return <WayByEmail {...message} texts={texts.reference} />;
  return (
    <div class="alone">
      <Headline {...LOOKS[message.about]} title={titleOf(message, texts)}>
        {textOf(message, texts)}
      </Headline>
      {'againAddress' in message && (
        <a class="button main" href={message.againAddress}>
          {texts.again}
        </a>
      )}
      {'host' in message && <WhomToAsk {...message} texts={texts} />}
    </div>
  );
}

/** The buyer's inbox names the host when we don't know it just now. */
function WhomToAsk({
  about,
  host,
  language,
  texts,
}: Extract<Message, { host: unknown }> & { texts: Texts }): VNode | null {
  if (host && host.contactEmail !== null) return <AskHost host={host} language={language} />;
  return about === 'no_tickets' ? null : <p class="ask">{texts.meanwhile}</p>;
}

function titleOf({ about }: Message, texts: Texts): string {
  if (about === 'no_tickets') return texts.noTickets.title;
  return about === 'too_often' ? texts.tooOften.title : texts[about].title;
}

function textOf(message: Exclude<Message, { about: 'reference' }>, texts: Texts): ComponentChildren {
  if (message.about === 'no_tickets') {
    return setApart(texts.noTickets.text, <a href={message.receiptAddress}>{texts.noTickets.link}</a>);
  }
  return message.about === 'too_often' ? texts.tooOften.text(message.seconds) : texts[message.about].text;
}

/** The number of an order opens nothing: the way to the receipt leads through the buyer's inbox. */
function WayByEmail(props: {
  reference: string;
  resendAddress: string;
  wasAsked: boolean;
  texts: Texts['reference'];
}): VNode {
  const { reference, texts } = props;
  return (
    <div class="alone">
      {props.wasAsked && (
        <Notice tone="good" icon={checkIcon}>
          {texts.asked}
        </Notice>
      )}
      <Headline tone="wait" icon={letterIcon} title={texts.title}>
        {setApart(texts.text, <span class="mono">{reference}</span>)}
      </Headline>
      <form method="post" action={props.resendAddress}>
        <button class="button main">{texts.send}</button>
      </form>
    </div>
  );
}
