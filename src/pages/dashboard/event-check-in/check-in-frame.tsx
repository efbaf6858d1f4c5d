import type { ComponentChildren, VNode } from 'preact';
import type { ShownEvent } from '../event-layout/data.ts';
import type { Frame } from '../contract.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { SubNavigation } from '../components/sub-navigation.tsx';
import { inHost } from '../paths.ts';
import { useCheckInTexts } from './texts.ts';

const PATHS = { doors: '', scans: '/scans', report: '/report' } as const;
type CheckInPage = keyof typeof PATHS;

/** What is around every page of check-in. */
export function CheckInFrame({
  event,
  frame,
  page,
  beside,
  action,
  children,
}: {
  event: ShownEvent;
  frame: Frame;
  page: CheckInPage;
  beside?: ComponentChildren;
  action?: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  const texts = useCheckInTexts();
  return (
    <EventLayout event={event} frame={frame} page="checkIn" beside={beside} action={action}>
      <SubNavigation
        label={texts.pagesOf}
        isSecond
        pages={(Object.keys(PATHS) as CheckInPage[]).map((name) => ({
          href: inHost(frame, `/events/${event.eventId}/check-in${PATHS[name]}`),
          label: texts.pages[name],
          isCurrent: name === page,
        }))}
      />
      {children}
    </EventLayout>
  );
}
