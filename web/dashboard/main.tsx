import type { ViewAnswer } from './contract.ts';

const element = document.getElementById('page-data');
if (!element) throw new Error('the page has no data');
export const answer = JSON.parse(element.textContent) as ViewAnswer;
