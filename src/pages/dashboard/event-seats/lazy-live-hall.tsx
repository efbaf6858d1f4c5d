import { useSignal } from '@preact/signals';
import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { LiveHall as Hall } from './data.ts';
import { Message } from '../../shared/message.tsx';
import { useDashboard } from '../dashboard.ts';
import { useAction } from '../components/use-action.ts';
import type { LiveHallProps } from './live-hall.tsx';
import { useEventSeatsTexts } from './texts.ts';

type Loaded = { first: Hall; View: FunctionComponent<LiveHallProps> };

/** The hall on sale. Its code is loaded when there is a hall to draw. */
export function LazyLiveHall(props: Omit<LiveHallProps, 'first'>): VNode {
  const { call } = useDashboard();
  const texts = useEventSeatsTexts();
  const loaded = useSignal<Loaded | null>(null);
  const hasFailed = useSignal(false);
  const load = useAction(async () => {
    try {
      const [first, { LiveHall: View }] = await Promise.all([
        call<Hall>(props.at('/map')),
        import('./live-hall.tsx'),
      ]);
      hasFailed.value = false;
      loaded.value = { first, View };
    } catch (trouble) {
      hasFailed.value = true;
      throw trouble;
    }
  });
  useEffect(() => load.run(), []);
  if (loaded.value) return <loaded.value.View {...props} first={loaded.value.first} />;
  if (!hasFailed.value) return <p class="soft">{texts.drawing}</p>;
  return (
    <Message
      tone="bad"
      action={
        <button type="button" class="second" onClick={() => load.run()}>
          {texts.again}
        </button>
      }
    >
      {texts.notLoaded}
    </Message>
  );
}
