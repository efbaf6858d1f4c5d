import { signal } from '@preact/signals';
import type { FunctionComponent, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { useDashboard } from '../dashboard.ts';
import { useAction } from './use-action.ts';

/**
 * Fetches a component's code when it is first shown. `Waiting` takes its place until then. A toast says so if the code can't be fetched.
 */
export function lazily<Props extends object>(
  fetchView: () => Promise<FunctionComponent<Props>>,
  Waiting: FunctionComponent = () => null,
): FunctionComponent<Props> {
  const fetched = signal<{ View: FunctionComponent<Props> } | null>(null);
  return function Lazy(props: Props) {
    const fetching = useAction(async () => {
      try {
        fetched.value ??= { View: await fetchView() };
      } catch (error) {
        // A dialog can then be opened again.
        if ('onClose' in props && typeof props.onClose === 'function') props.onClose();
        throw error;
      }
    });
    useEffect(fetching.run, []);
    return fetched.value ? <fetched.value.View {...props} /> : <Waiting />;
  };
}

export const Working = (): VNode => <p class="soft">{useDashboard().texts.parts.working}</p>;
