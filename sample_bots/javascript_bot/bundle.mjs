// Makes arena/grpc.js, @grpc/grpc-js and all that it needs in one file, and arena/LICENSES.txt.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

const { metafile } = await build({
  stdin: {
    contents: `
      export * as grpc from "@grpc/grpc-js";
      export { loadSync } from "@grpc/proto-loader";
    `,
    resolveDir: ".",
  },
  bundle: true,
  platform: "node",
  target: "node18",
  minify: true,
  lineLimit: 200, // Node prints the line in which an error was thrown
  legalComments: "none", // they are in LICENSES.txt
  banner: { js: "// Made by bundle.mjs from the packages in LICENSES.txt; don't edit." },
  outfile: "arena/grpc.js",
  metafile: true,
});

const packages = new Set();
for (const file of Object.keys(metafile.inputs)) {
  const found = file.match(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//);
  if (found) packages.add(found[1]);
}
const texts = [...packages].sort().map((folder) => {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  return `${name} ${version}: ${license}\n\n${file ? readFileSync(`${folder}/${file}`, "utf8") : ""}`;
});
writeFileSync("arena/LICENSES.txt", texts.join(`\n${"=".repeat(80)}\n\n`));
