/** Said where one leaves a host: on the team's page and on one's own. */
export const leaveHost = {
  leave: 'Leave this host',
  leaveTitle: (host: string) => `Leave ${host}?`,
  leaveText: 'You lose access to this host at once. To come back, you need a new invitation.',
  leaveButton: 'Leave',
};
