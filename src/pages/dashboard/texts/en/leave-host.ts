/** Shown when a member leaves a host: on the Team page and on their own account page. */
export const leaveHost = {
  leave: 'Leave this host',
  leaveTitle: (host: string) => `Leave ${host}?`,
  leaveText: 'You lose access to this host at once. To come back, you need a new invitation.',
  leaveButton: 'Leave',
};
