/**
 * The settings that a deployment runs with where the harness has its own. At the level `debug` every request takes the
 * long way, through the framework; as deployed, what was answered once is answered again by a shorter one, and the
 * contract has to hold on both.
 */
export const AS_DEPLOYED = { LOG_LEVEL: 'info' };
