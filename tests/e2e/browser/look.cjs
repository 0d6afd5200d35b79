// Looks at pages as a person would, in one Chromium: `node look.cjs '{"program", "views"}'`, answer as JSON.
// For each view: what the page asked for, what went wrong in it, what axe finds, and how it looks; with "open" all that
// is folded is unfolded first.
const { chromium } = require("playwright-core");
const { source } = require("axe-core");

const serious = (result) =>
  result.violations
    .filter((each) => ["serious", "critical"].includes(each.impact))
    .map((each) => `${each.id}: ${each.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);

async function view(browser, { page, width, height, scheme, shot, open }) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  const tab = await context.newPage();
  const seen = { requests: [], faults: [], serious: [] };
  tab.on("request", (each) => each.url() === page || each.url().startsWith("data:") || seen.requests.push(each.url()));
  tab.on("console", (each) => ["error", "warning"].includes(each.type()) && seen.faults.push(each.text()));
  tab.on("pageerror", (error) => seen.faults.push(String(error)));
  tab.on("dialog", (each) => seen.faults.push(`dialog: ${each.message()}`) && each.dismiss());
  await tab.goto(page, { waitUntil: "load" });
  if (open) await tab.evaluate(() => document.querySelectorAll("details").forEach((each) => (each.open = true)));
  await tab.screenshot({ path: shot, fullPage: true });
  await tab.keyboard.press("Tab");
  seen.first = await tab.evaluate(() => document.activeElement.textContent);
  await tab.evaluate(source);
  seen.serious = serious(await tab.evaluate(() => globalThis.axe.run({ resultTypes: ["violations"] })));
  seen.width = await tab.evaluate(() => document.documentElement.scrollWidth);
  seen.paper = await tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  seen.smallest = await tab.evaluate(() => Math.min(...[...document.querySelectorAll("svg text")].map((text) =>
    parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a)));
  await context.close();
  return seen;
}

async function main({ program, views }) {
  const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const seen = [];
    for (const each of views) seen.push(await view(browser, each));
    console.log(JSON.stringify(seen));
  } finally {
    await browser.close();
  }
}

main(JSON.parse(process.argv[2])).catch((error) => {
  console.error(error);
  process.exit(1);
});
