import { createPrintQueues } from '../../src/tickets/ticket-printer.ts';

/** A thread that draws tickets takes a second of a processor to start: all printers of a process share theirs. */
export const printQueues = createPrintQueues();
