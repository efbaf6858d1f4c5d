import type { VNode } from 'preact';
import type { ShownAllowance } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { Moment } from '../components/moment.tsx';
import { useMessageTexts } from './texts.ts';

/** The number of messages left in these 24 hours, or the time of the next one. */
export function AllowanceLine({ allowance }: { allowance: ShownAllowance }): VNode {
  const texts = useMessageTexts();
  if (allowance.againAt === null) return <p class="below-m soft">{texts.allowance(allowance)}</p>;
  return (
    <div class="below-m">
      <Message tone="warn">
        {texts.noneLeft(allowance)} <Moment at={allowance.againAt} />.
      </Message>
    </div>
  );
}
