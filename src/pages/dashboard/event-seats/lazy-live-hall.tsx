import type { VNode } from 'preact';
import type { LiveHall as Hall } from './data.ts';
import { useDashboard } from '../dashboard.ts';
import { useLoading } from '../components/use-loading.tsx';
import type { LiveHallProps } from './live-hall.tsx';
import { useEventSeatsTexts } from './texts.ts';

/** The hall on sale. Its code is loaded when there is a hall to draw. */
export function LazyLiveHall(props: Omit<LiveHallProps, 'first'>): VNode {
  const { call } = useDashboard();
  const texts = useEventSeatsTexts();
  const { loaded, waiting } = useLoading(
    async () => {
      const [first, { LiveHall: View }] = await Promise.all([
        call<Hall>(props.at('/map')),
        import('./live-hall.tsx'),
      ]);
      return { first, View };
    },
    { ...texts, loading: texts.drawing },
  );
  return loaded.value ? <loaded.value.View {...props} first={loaded.value.first} /> : waiting;
}
