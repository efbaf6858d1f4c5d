/** Opens what the address points into: a field may lie in something that is folded up. */
export function unfold(): void {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let wasFolded = false;
  for (let around = target?.parentElement; around; around = around.parentElement) {
    if (!(around instanceof HTMLDetailsElement) || around.open) continue;
    around.open = true;
    wasFolded = true;
  }
  if (wasFolded) target?.scrollIntoView();
}
