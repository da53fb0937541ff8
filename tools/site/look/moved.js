// Lead on from an old address, to the same place within the page.
location.replace(document.querySelector("link[rel=canonical]").href + location.hash);
