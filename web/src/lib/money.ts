/** Cents as people write dollars: $5, $12.50, $1,000. */
export function dollars(cents: number, sign = false): string {
  const whole = Math.abs(cents) % 100 === 0;
  const text = (Math.abs(cents) / 100).toLocaleString("en-US", {
    minimumFractionDigits: whole ? 0 : 2,
    maximumFractionDigits: 2,
  });
  const mark = cents < 0 ? "−" : sign && cents > 0 ? "+" : "";
  return `${mark}$${text}`;
}

/** What a meter shows, in dollars and whole cents: "5000.0000" is $5,000.00. */
export function onMeter(dollars: string): string {
  const cents = Math.floor(Number(dollars) * 100 + 1e-6);
  return `$${(cents / 100).toLocaleString("en-US", { minimumFractionDigits: 2 })}`;
}

/** The same on a chip, where there is no room: 5, 2.50, 1k. */
export function onChip(cents: number): string {
  const value = cents / 100;
  if (value >= 1000) return `${+(value / 1000).toFixed(2)}k`;
  return Number.isInteger(value) ? `${value}` : value.toFixed(2);
}

/** The chips of an amount, largest first, at most *most* of them. */
export function chipsOf(cents: number, sizes: readonly number[], most = 8): number[] {
  const found: number[] = [];
  let rest = cents;
  for (const size of [...sizes].sort((a, b) => b - a)) {
    while (rest >= size && found.length < most) {
      found.push(size);
      rest -= size;
    }
  }
  if (found.length === 0 && cents > 0) found.push(cents);
  return found;
}
