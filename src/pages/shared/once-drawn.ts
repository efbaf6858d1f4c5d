/**
 * Does something once what has changed is in the page, which is in the next microtask. Not in the next frame: that comes late on a
 * busy machine, and whoever types into a field by then would have the focus taken from them.
 */
export const onceDrawn = (work: () => void): void => queueMicrotask(() => queueMicrotask(work));
