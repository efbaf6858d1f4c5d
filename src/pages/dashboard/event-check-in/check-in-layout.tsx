import type { ComponentChildren, VNode } from 'preact';
import type { ShownEvent } from '../event-layout/data.ts';
import { useDashboard } from '../dashboard.ts';
import { EventLayout } from '../event-layout/event-layout.tsx';
import { SubNavigation } from '../components/sub-navigation.tsx';
import { useCheckInTexts } from './texts.ts';

const PATHS = { doors: '', scans: '/scans', report: '/report' } as const;
type CheckInPage = keyof typeof PATHS;

/** The layout of all pages of check-in. */
export function CheckInLayout({
  event,
  page,
  beside,
  action,
  children,
}: {
  event: ShownEvent;
  page: CheckInPage;
  beside?: ComponentChildren;
  action?: ComponentChildren;
  children: ComponentChildren;
}): VNode {
  const texts = useCheckInTexts();
  const { inHost } = useDashboard().page;
  return (
    <EventLayout event={event} page="checkIn" beside={beside} action={action}>
      <SubNavigation
        label={texts.pagesOf}
        isSecond
        pages={(Object.keys(PATHS) as CheckInPage[]).map((name) => ({
          href: inHost(`/events/${event.eventId}/check-in${PATHS[name]}`),
          label: texts.pages[name],
          isCurrent: name === page,
        }))}
      />
      {children}
    </EventLayout>
  );
}
