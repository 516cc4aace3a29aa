// Handing on all that was found: the JSON that `mucat analyze` writes.

async function share(page) {
  const text = JSON.stringify(wholeResult(page));
  const name = `${page.name}.json`;
  const file = new File([text], name, { type: "application/json" });
  // On a phone the system's own sheet; elsewhere it offers little that a file does not.
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: page.track.name });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  save(text, name, "application/json");
}
